import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { CodeList } from './code-list.tsx'

/** New recovery codes on a page of the sign-in. */
export async function RecoveryCodes({ codes }: { readonly codes: readonly string[] }) {
  const t = await pageTexts()
  const texts = {
    download: t('methods.codes.download'),
    copy: t('methods.codes.copy'),
    print: t('methods.codes.print'),
  }
  return (
    <ClientTexts>
      <CodeList codes={codes} texts={texts} />
    </ClientTexts>
  )
}
