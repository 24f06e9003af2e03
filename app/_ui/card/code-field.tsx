import { Field, type FieldProps } from './field.tsx'

/** The input for a code, in large digits. */
export function CodeField({ className = '', ...props }: FieldProps) {
  return (
    <Field
      {...props}
      type="text"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      className={`ui-code-input ${className}`}
    />
  )
}
