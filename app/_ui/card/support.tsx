import { pageTexts } from '#app/_ui/text/texts.ts'

/** Whom to ask for help, within a sentence. */
export async function Support() {
  const t = await pageTexts()
  return t('card.administrator')
}
