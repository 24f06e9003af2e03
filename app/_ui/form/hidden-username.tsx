interface HiddenUsernameProps {
  readonly email: string
  /** Of the field, if the server reads it. */
  readonly name?: string
}

/**
 * Names the account for password managers; otherwise they take the text field above the password for the username.
 * Hidden by style alone, because several managers pass over an input that takes no part in the layout.
 */
export function HiddenUsername({ email, name }: HiddenUsernameProps) {
  return (
    <input
      type="text"
      name={name}
      autoComplete="username"
      value={email}
      readOnly
      tabIndex={-1}
      aria-hidden="true"
      dir="ltr"
      className="pointer-events-none absolute size-px opacity-0"
    />
  )
}
