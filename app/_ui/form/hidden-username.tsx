/**
 * Names the account for password managers; otherwise they take the text field above the password for the username. The
 * input is neither shown nor sent.
 */
export function HiddenUsername({ email }: { readonly email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
