import { Field, type FieldProps } from '../../../parts/field.tsx';

export interface LinesFieldProps extends Omit<FieldProps, 'children'> {
  readonly text: string;
  readonly onText: (text: string) => void;
}

/** A list with one entry per line. */
export function LinesField({ text, onText, ...field }: LinesFieldProps) {
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          {...control}
          className="input lines"
          rows={4}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onText(target.value)}
        />
      )}
    </Field>
  );
}
