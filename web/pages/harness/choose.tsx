export interface ChooseProps {
  readonly onFile: (file: File) => void;
  readonly label: string;
  readonly main?: boolean;
}

/** Lets the reader choose a report among the files of this machine. */
export function Choose({ onFile, label, main = false }: ChooseProps) {
  return (
    <label className={main ? 'button button-main choose' : 'button choose'}>
      {label}
      <input
        type="file"
        accept=".json,application/json"
        className="visually-hidden"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // The same file, mended meanwhile, is to be opened anew.
          target.value = '';
        }}
      />
    </label>
  );
}
