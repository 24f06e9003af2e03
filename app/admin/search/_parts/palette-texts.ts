import type { FoundGroupName } from './found.ts'

/** The texts of the palette, which every page of the administration passes to the browser. */
export interface PaletteTexts {
  readonly title: string
  readonly label: string
  readonly open: string
  /** With `{query}` in place of what was typed. */
  readonly nothing: string
  readonly failed: string
  readonly keys: {
    readonly move: string
    readonly open: string
    readonly new_tab: string
    readonly paste: string
  }
  readonly groups: Readonly<Record<FoundGroupName, string>>
}
