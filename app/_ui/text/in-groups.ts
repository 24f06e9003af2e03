/** Groups of four are easier to copy by eye; apps ignore the spaces. */
export function inGroups(secret: string): string {
  return secret.match(/.{1,4}/g)?.join(' ') ?? secret
}
