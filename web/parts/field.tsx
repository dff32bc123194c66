import { type ReactNode, useId } from 'react';

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
