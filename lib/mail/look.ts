/** The company's look in messages: checked values of the settings. */
export interface MailLook {
  /** Absent: those of the neutral theme. */
  readonly button?: Buttons
  /** An https or `mailto:` address; '' for none. */
  readonly supportUrl: string
  /** One line; '' for none. */
  readonly footerText: string
}

interface Buttons {
  readonly light: ButtonColors
  readonly dark: ButtonColors
}

/** As `#rrggbb`. */
export interface ButtonColors {
  readonly fill: string
  readonly text: string
}

/** Without branding. */
export const plainLook: MailLook = { supportUrl: '', footerText: '' }

const neutralButtons: Buttons = {
  light: { fill: '#3350d0', text: '#ffffff' },
  dark: { fill: '#4163e4', text: '#ffffff' },
}

export function buttonsOf({ button = neutralButtons }: MailLook): Buttons {
  return button
}

/** The rules of dark mode; all other styles are on the elements. */
export function letterStyles(look: MailLook): string {
  const { fill, text } = buttonsOf(look).dark
  const rules = [
    '.page{background:#0e0e11!important;color:#ededf2!important}',
    '.sheet{background:#151519!important;border-color:#2a2a31!important}',
    '.text{color:#aaaab6!important}',
    '.weak{color:#9090a0!important}',
    '.code{background:#1c1c21!important}',
    '.line{border-color:#2a2a31!important}',
    `.button{background:${fill}!important;color:${text}!important}`,
  ]
  return `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules.join('')}}`
}
