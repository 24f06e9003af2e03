import { getRequestConfig } from 'next-intl/server'
import { defaultLanguage, languages } from './languages.ts'
import { messagesOf } from './messages.ts'

/**
 * Configures next-intl's server functions. Addresses have no locale prefix: a page passes its language in each call
 * (`pageTexts`), so nothing here reads the request.
 */
export default getRequestConfig(async ({ locale }) => {
  const language = languages.find((known) => known === locale) ?? defaultLanguage
  return { locale: language, messages: messagesOf(language), timeZone: 'UTC' }
})
