/** The kind of an application, which decides how its client authenticates and what its pages offer. */
export const kinds = ['web', 'spa', 'native', 'machine'] as const
export type Kind = (typeof kinds)[number]

/** A file, or commands for a terminal. */
export interface GuideCode {
  /** Path within the application; `Terminal` for commands. */
  readonly name: string
  /** The language by its name in Markdown. */
  readonly language: string
  /** With the placeholders of `fill.ts`. */
  readonly code: string
}

export interface GuideStep {
  readonly title: string
  readonly text?: string
  readonly code?: readonly GuideCode[]
}

/** The addresses of an application on a developer's computer. */
export interface GuideAddresses {
  /** Port of its development server; null where none listens at a known one. */
  readonly port: number | null
  /** The redirect URI, with placeholders. */
  readonly redirectUri: string
  /** The address after sign-out, which is registered as a redirect URI as well; null if it has none. */
  readonly afterSignOut: string | null
}

/** How to connect an application that is made with one framework. */
export interface Guide {
  readonly id: string
  readonly title: string
  readonly kind: Kind
  /** One or two characters and a color, for its tile. */
  readonly mark: string
  readonly color: `#${string}`
  /** The library that the guide uses, and its version when the guide was written; absent: any. */
  readonly library: string
  readonly version?: string
  /** The part of the guide that our tests run; absent: none. */
  readonly isRunBy?: string
  /** The day on which we followed the guide with a real browser, for one that our tests do not run. */
  readonly ranOn?: string
  readonly addresses: GuideAddresses | null
  readonly steps: readonly GuideStep[]
  /**
   * Code that makes the framework build https addresses behind a proxy that ends TLS; absent for applications without a
   * proxy.
   */
  readonly behindProxy?: string
}
