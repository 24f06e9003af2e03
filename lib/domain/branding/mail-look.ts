import { memoizeLast } from '#lib/base/concurrency/singleton.ts'
import type { ButtonColors, MailLook } from '#lib/mail/look.ts'
import type { SettingsRecord } from '#lib/persistence/store.ts'
import type { Accent } from './accent.ts'
import { accentSides } from './branding-style.ts'

/** The company's look in messages. Their ground is white or dark, whatever the theme of the pages. */
export function mailLook(settings: SettingsRecord): Promise<MailLook> {
  return memoizeLast('mail look', settings, async () => {
    const { supportUrl, footerText } = settings
    const sides = await accentSides({ ...settings, uiTheme: '' })
    const button = sides && { light: colorsOf(sides.light), dark: colorsOf(sides.dark) }
    return { ...(button && { button }), supportUrl, footerText }
  })
}

function colorsOf({ fill, onFill }: Accent): ButtonColors {
  return { fill, text: onFill }
}
