import { type ComponentProps, type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button } from './actions.tsx';

/** The attributes that connect a control with its label, hint and error. */
export interface FieldControl {
  readonly id: string;
  readonly 'aria-invalid': boolean;
  readonly 'aria-describedby': string | undefined;
}

export interface FieldProps {
  readonly label: ReactNode;
  readonly hint?: ReactNode;
  /** What is wrong with it; announced with the control. */
  readonly error?: string | undefined;
  readonly children: (control: FieldControl) => ReactNode;
}

/** A control with its label, its hint and its error. */
export function Field({ label, hint, error, children }: FieldProps) {
  const id = useId();
  const notes = [
    ...(hint === undefined ? [] : [`${id}-hint`]),
    ...(error === undefined ? [] : [`${id}-error`]),
  ];
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-invalid': error !== undefined,
        'aria-describedby': notes.length === 0 ? undefined : notes.join(' '),
      })}
      {hint !== undefined && (
        <span id={`${id}-hint`} className="small quiet">
          {hint}
        </span>
      )}
      {error !== undefined && (
        <span id={`${id}-error`} className="field-error">
          {error}
        </span>
      )}
    </div>
  );
}

type InputAttributes = Omit<ComponentProps<'input'>, 'id' | 'onChange' | 'aria-invalid' | 'aria-describedby'>;

export interface TextFieldProps extends Omit<FieldProps, 'children'>, InputAttributes {
  readonly onText?: (text: string) => void;
}

/** A line of text with its label, its hint and its error. */
export function TextField({
  label,
  hint,
  error,
  onText,
  className = 'input',
  ...attributes
}: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          className={className}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onText?.(target.value)}
          {...attributes}
        />
      )}
    </Field>
  );
}

export interface LookUpFormProps extends InputAttributes {
  readonly label: string;
  readonly given: string | undefined;
  /** Undefined if the text is not valid. */
  readonly read: (text: string) => string | undefined;
  /** Shown when the text is not valid. */
  readonly wrong: string;
  /** The button's text, a verb. */
  readonly action: string;
  readonly onFound: (found: string) => void;
  /** More buttons. */
  readonly children?: ReactNode;
}

/** Asks for one text that leads to something. */
export function LookUpForm({
  label,
  given,
  read,
  wrong,
  action,
  onFound,
  children,
  ...input
}: LookUpFormProps) {
  const id = useId();
  const [isWrong, setWrong] = useState(given !== undefined && read(given) === undefined);
  const look = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const found = read(String(new FormData(event.currentTarget).get('text') ?? '').trim());
    setWrong(found === undefined);
    if (found !== undefined) onFound(found);
  };
  return (
    <form className="look-up" onSubmit={look} noValidate>
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <input
          id={id}
          name="text"
          defaultValue={given}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={isWrong}
          aria-describedby={isWrong ? `${id}-wrong` : undefined}
          {...input}
        />
      </div>
      <div className="row">
        <Button look="main" submit>
          {action}
        </Button>
        {children}
      </div>
      {isWrong && (
        <p id={`${id}-wrong`} className="field-error" role="alert">
          {wrong}
        </p>
      )}
    </form>
  );
}
