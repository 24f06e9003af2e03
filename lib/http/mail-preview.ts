import type { Language } from '#lib/i18n/languages.ts'
import { type MessageName, renderMessage } from '#lib/mail/messages.ts'
import { messageNames, messageSamples } from '#lib/mail/samples.ts'

/** A message as it would be sent. */
export interface MessagePreview {
  readonly name: MessageName
  readonly subject: string
  readonly text: string
  readonly html: string
}

/**
 * Every message of the program with made-up values, for the preview page of development.
 * @param language that the messages are written in
 * @param appName the application's name in them
 */
export function previewMessages(language: Language, appName: string): MessagePreview[] {
  return messageNames.map((name) => ({
    name,
    ...renderMessage(name, language, { ...messageSamples[name], appName }),
  }))
}
