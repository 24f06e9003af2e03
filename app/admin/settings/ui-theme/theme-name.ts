/** A theme's display name. Names are proper nouns, so they are the same in every language. */
export function themeName(theme: string): string {
  const known: Readonly<Record<string, string>> = {
    lofi: 'Lo-fi',
    cmyk: 'CMYK',
    caramellatte: 'Caramel Latte',
  }
  return known[theme] ?? theme.charAt(0).toUpperCase() + theme.slice(1)
}
