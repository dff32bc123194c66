import type { ComponentProps } from 'react';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'className'> {
  readonly look?: 'main' | 'danger' | 'plain';
  readonly small?: boolean;
  /** Whether it sends its form. */
  readonly submit?: boolean;
}

export function Button({ look, small = false, submit = false, ...attributes }: ButtonProps) {
  const looks = ['button', look && `button-${look}`, small && 'button-small'].filter(Boolean);
  return <button {...attributes} type={submit ? 'submit' : 'button'} className={looks.join(' ')} />;
}
