import { chooseLanguage, type Language } from '#lib/i18n/languages.ts'
import { type LooseTexts, textsIn } from '#lib/i18n/texts.ts'
import { type Letter, letterHtml, letterText } from './letter.ts'

/** The values of each message, besides the application's name. */
export interface MessageValues {
  readonly 'forgot-password': Addressed & Linked
  readonly 'set-password': Addressed & Linked
  readonly activate: Linked & { readonly code: string }
  readonly welcome: Linked
  readonly 'already-registered': Linked
  readonly 'verification-code': Addressed & Linked & { readonly code: string }
  readonly 'address-changed': Addressed
  readonly 'address-set': Addressed
  readonly 'password-changed': Addressed
  readonly 'two-factor-enabled': Addressed
  readonly 'two-factor-disabled': Addressed
  readonly 'sign-in-link': Addressed & Linked
  readonly 'sign-in-link-needed': Addressed & Linked
  readonly 'wrong-codes': Addressed
  readonly test: Nothing
}

export type MessageName = keyof MessageValues

interface Addressed {
  /** Full name; the email address where there is no name. */
  readonly name: string
}

interface Linked {
  readonly link: string
}

type Nothing = Readonly<Record<never, never>>

/** A message without its sender and recipient. */
export interface RenderedMessage {
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly language: Language
}

/** Messages the recipient did not ask for, which therefore omit the note to ignore them. */
const unasked: ReadonlySet<MessageName> = new Set([
  'welcome',
  'set-password',
  'address-changed',
  'address-set',
  'password-changed',
  'two-factor-enabled',
  'two-factor-disabled',
  'sign-in-link-needed',
  'wrong-codes',
])

/**
 * The language of a recipient's messages.
 * @param language the user's locale, or tags as in `Accept-Language`; English when none is known
 */
export function languageOfMessage(language: string): Language {
  return chooseLanguage([], language)
}

/**
 * Renders a message in the recipient's language, as HTML and as text, without images. The domain, which must not
 * import languages, calls it as `ctx.mail.render`.
 * @param language the user's locale, or tags as in `Accept-Language`; English when none is known
 * @param values user data: escaped in the HTML, and stripped of line breaks in the subject
 */
export function renderMessage<Name extends MessageName>(
  name: Name,
  language: string,
  values: MessageValues[Name] & { readonly appName: string },
): RenderedMessage {
  const chosen = languageOfMessage(language)
  const t = textsIn(chosen)
  const said: Readonly<Record<string, string>> = { ...values }
  const text = (part: 'subject' | 'text') =>
    (t as LooseTexts)(`mail.${name}.${part}` as never, said as never)
  const action = `mail.${name}.action`
  const letter: Letter = {
    language: chosen,
    appName: values.appName,
    greeting: said.name ? t('mail.greeting', { name: said.name }) : t('mail.greeting_nameless'),
    text: text('text'),
    code: said.code,
    link: said.link,
    action: (t as LooseTexts).has(action as never) ? (t as LooseTexts)(action as never) : undefined,
    linkHint: t('mail.link_hint'),
    note: unasked.has(name) ? undefined : t('mail.ignore'),
  }
  return {
    subject: text('subject').replaceAll(/[\r\n]+/g, ' '),
    text: letterText(letter),
    html: letterHtml(letter),
    language: chosen,
  }
}
