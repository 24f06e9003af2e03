import { getRequestConfig } from 'next-intl/server'
import { defaultLanguage, languages } from './languages.ts'
import { messagesOf } from './messages.ts'

/**
 * What next-intl's server functions work with. There are no locale prefixes in addresses: a page
 * names its language in each call (`pageTexts`), so that nothing here reads the request.
 */
export default getRequestConfig(async ({ locale }) => {
  const language = languages.find((known) => known === locale) ?? defaultLanguage
  return { locale: language, messages: messagesOf(language), timeZone: 'UTC' }
})
