/**
 * Asks for the id of the newest entry of a list; null for none.
 * @returns `ended` when the visitor may not read it any more; `unknown` when the server did not answer
 */
export async function readNewest(address: string): Promise<number | null | 'ended' | 'unknown'> {
  try {
    const response = await fetch(address, { redirect: 'manual' })
    // The guard leads to the sign-in, or to the page that says what the visitor lacks.
    if (response.type === 'opaqueredirect') return 'ended'
    if (!response.ok) return 'unknown'
    return ((await response.json()) as { readonly newest: number | null }).newest
  } catch {
    return 'unknown'
  }
}
