/** A theme's name as people write it. Names are proper nouns: the same in every language. */
export function themeName(theme: string): string {
  const known: Readonly<Record<string, string>> = {
    lofi: 'Lo-fi',
    cmyk: 'CMYK',
    caramellatte: 'Caramel Latte',
  }
  return known[theme] ?? theme.charAt(0).toUpperCase() + theme.slice(1)
}
