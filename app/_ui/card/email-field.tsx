import { Field, type FieldProps } from './field.tsx'

/** The input for the email to sign in with. Its type is `text`: only the server validates addresses. */
export function EmailField({ autoComplete = 'username', ...props }: FieldProps) {
  return (
    <Field
      {...props}
      type="text"
      inputMode="email"
      autoComplete={autoComplete}
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
    />
  )
}
