/**
 * Whose password a form asks for, for password managers: without it they take the text field above the password for
 * the name. It is neither seen nor sent.
 */
export function HiddenUsername({ email }: { readonly email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
