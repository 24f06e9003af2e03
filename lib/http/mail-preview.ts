import type { Language } from '#lib/i18n/languages.ts'
import { type MessageName, renderMessage } from '#lib/mail/messages.ts'
import { messageNames, messageSamples } from '#lib/mail/samples.ts'

export interface MessagePreview {
  readonly name: MessageName
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Every message of the program with sample values, for the preview page of development mode. */
export function previewMessages(language: Language, appName: string): MessagePreview[] {
  return messageNames.map((name) => ({
    name,
    ...renderMessage(name, language, { ...messageSamples[name], appName }),
  }))
}
