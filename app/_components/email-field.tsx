import type { ComponentProps } from 'react'
import { Field } from './field.tsx'

/** The input of the address that somebody signs in with. Type `text`: the server judges addresses. */
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
