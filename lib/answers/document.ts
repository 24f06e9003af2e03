/** A page of the documentation in the menu. */
export interface DocumentLink {
  /** Path at this server. */
  readonly href: string
  readonly label: string
  /** The heading above the page within its section; '' for none. */
  readonly group: string
}

/** A section of the documentation's menu. */
export interface DocumentSection {
  readonly title: string
  readonly links: readonly DocumentLink[]
}

export interface DocumentHeading {
  readonly id: string
  readonly text: string
  readonly level: 2 | 3
}

/** A rendered page of the documentation. */
export interface DocumentPage {
  readonly title: string
  /** HTML that the build made from the documents of this program, never from input. */
  readonly html: string
  readonly headings: readonly DocumentHeading[]
  /** The path of the same text in Markdown. */
  readonly markdown: string
}
