import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** The input for the email to sign in with. Its type is `text`: only the server validates addresses. */
export function EmailField(props: ComponentProps<typeof Field>) {
  return (
    <Field
      {...props}
      type="text"
      inputMode="email"
      autoComplete="username"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="auto"
    />
  )
}
