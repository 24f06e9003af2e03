/** An answer of `/metrics`, parsed as Prometheus parses it. */
export interface Scrape {
  /** Values by series: `name{label="value",…}` as written. */
  readonly series: ReadonlyMap<string, number>
  /** The sum over all workers of a name's series with these labels. */
  total(name: string, labels?: Readonly<Record<string, string>>): number
  /** A label's values over all series of a name. */
  valuesOf(name: string, label: string): Set<string>
}

/** Names and labels of the server's own series. Those of Node.js come and go. */
export function ownSeries({ series }: Scrape): string[] {
  return [...series.keys()].filter((title) => title.startsWith('authserver_')).sort()
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/

/**
 * Parses the text format of Prometheus.
 * @throws Error for an invalid line, or for a duplicate series or type
 */
export function readScrape(text: string): Scrape {
  const found: { name: string; labels: Map<string, string>; value: number }[] = []
  const series = new Map<string, number>()
  const types = new Set<string>()
  for (const written of text.split('\n')) {
    if (written === '' || written.startsWith('# HELP ')) continue
    if (written.startsWith('# TYPE ')) {
      if (types.has(written)) throw new Error(`There twice: ${written}`)
      types.add(written)
      continue
    }
    const [, name = '', list = '', value] = line.exec(written) ?? []
    if (name === '') throw new Error(`Not a series: ${written}`)
    const labels = new Map(
      [...list.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key = '', text = '']) => [
        key,
        text,
      ]),
    )
    const title = `${name}{${list}}`
    if (series.has(title)) throw new Error(`There twice: ${title}`)
    series.set(title, Number(value))
    found.push({ name, labels, value: Number(value) })
  }
  const having = (name: string, labels: Readonly<Record<string, string>> = {}) =>
    found.filter(
      (one) =>
        one.name === name &&
        Object.entries(labels).every(([key, value]) => one.labels.get(key) === value),
    )
  return {
    series,
    total: (name, labels) => having(name, labels).reduce((sum, { value }) => sum + value, 0),
    valuesOf: (name, label) => new Set(having(name).flatMap((one) => one.labels.get(label) ?? [])),
  }
}
