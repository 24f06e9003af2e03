export type TextValues = Readonly<Record<string, string | number>>

const plural = /\{(\w+), plural, ((?:\w+ \{[^{}]*\}\s*)+)\}/g
const placeholder = /\{(\w+)\}/g

/**
 * Fills in the placeholders of a catalog text. Of ICU it knows plurals with `#`, which cannot be nested; the server
 * formats dates and numbers, because a full ICU formatter would be a tenth of a page's script.
 */
export function fillText(text: string, values: TextValues, language: string): string {
  return text
    .replaceAll(plural, (_, name: string, forms: string) => {
      const count = Number(values[name])
      const form = formFor(new Intl.PluralRules(language).select(count), forms)
      return form.replaceAll('#', new Intl.NumberFormat(language).format(count))
    })
    .replaceAll(placeholder, (_, name: string) => String(values[name] ?? ''))
}

function formFor(rule: string, forms: string): string {
  const all = new Map(
    [...forms.matchAll(/(\w+) \{([^{}]*)\}/g)].map(([, name, form]) => [name, form]),
  )
  return all.get(rule) ?? all.get('other') ?? ''
}
