import { cookies } from 'next/headers'
import { notFound } from 'next/navigation'
import { connection } from 'next/server'
import type { View } from '#lib/answers/view.ts'
import type { Visitor } from '#lib/console/guard.ts'
import type { Language } from '#lib/i18n/languages.ts'
import { besideConsoleCookie, listCookieName } from './cookies.ts'
import { findPageData, type PageData } from './page-data.ts'
import type { PageSettings } from './page-settings.ts'
import type { Theme } from './preferences.ts'

/**
 * The data of a page, given by the endpoint. Without it, or with another page's data, the page answers 404: only the
 * start file may open `/views/…`.
 */
export async function viewData<P extends View['page']>(
  page: P,
): Promise<Extract<View, { page: P }>> {
  const { view } = await pageData()
  if (!isOf(view, page)) notFound()
  return view
}

/** The visitor of a console page; null on every other page. */
export async function visitor(): Promise<Visitor | null> {
  return (await pageData()).visitor
}

/** The form that this page of the console answers, with its result; undefined if the page answers no form. */
export async function submittedForm(): Promise<object | undefined> {
  const { view } = await pageData()
  return isOf(view, 'console') ? view.submitted : undefined
}

/** Whether the browser has a console cookie. The session is not looked up and may have ended. */
export async function isSignedInToConsole(): Promise<boolean> {
  const { consoleCookie } = await pageSettings()
  return (await cookies()).has(consoleCookie)
}

/**
 * The request's id, as in the logs. Not for the sign-in page, which is rendered once for many requests, nor for the
 * layout around every page.
 */
export async function requestId(): Promise<string> {
  return (await pageData()).requestId
}

/** The settings every page shows. */
export async function pageSettings(): Promise<PageSettings> {
  return (await pageData()).settings
}

/** The page's language (`languageOfPage`). */
export async function pageLanguage(): Promise<Language> {
  return (await pageData()).language
}

/** The theme of the page: the installation's, else the side that the visitor chose; '' as the visitor's system asks. */
export async function pageTheme(): Promise<string> {
  const { settings, theme } = await pageData()
  return settings.uiTheme || (theme ? `neutral-${theme}` : '')
}

/** The side that the visitor chose; null: as the visitor's system asks. */
export async function chosenTheme(): Promise<Theme | null> {
  return (await pageData()).theme
}

/** What the browser keeps of a list of the console; '' for nothing. */
export async function listChoice(list: string): Promise<string> {
  const { consoleCookie } = await pageSettings()
  return (await cookies()).get(listCookieName(consoleCookie, list))?.value ?? ''
}

/** Which notes of the dashboard the browser hides; '' for none. */
export async function hiddenNotes(): Promise<string> {
  const { consoleCookie } = await pageSettings()
  return (await cookies()).get(besideConsoleCookie(consoleCookie, 'hidden'))?.value ?? ''
}

/** Whether the visitor switched single keys off (WCAG 2.1.4). */
export async function areSingleKeysOff(): Promise<boolean> {
  const { consoleCookie } = await pageSettings()
  return (await cookies()).get(besideConsoleCookie(consoleCookie, 'keys'))?.value === 'off'
}

/** Also keeps Next.js from rendering the page at build time, when there is no request. */
async function pageData(): Promise<PageData> {
  await connection()
  const data = findPageData()
  if (!data) throw new Error('Pages are rendered for the start file only.')
  return data
}

function isOf<P extends View['page']>(
  view: View | null,
  page: P,
): view is Extract<View, { page: P }> {
  return view?.page === page
}
