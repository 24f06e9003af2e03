import { mebibytes } from '#app/_ui/form/mebibytes.ts'
import { pageLanguage, pageSettings } from '#lib/http/page.ts'

/** Maximum size of an uploaded picture, to check and to display. */
export interface PictureLimit {
  readonly bytes: number
  /** In MiB, formatted for the page's language. */
  readonly mebibytes: string
}

export async function pictureLimit(): Promise<PictureLimit> {
  const { pictureMaxBytes: bytes } = await pageSettings()
  return { bytes, mebibytes: mebibytes(bytes, await pageLanguage()) }
}
