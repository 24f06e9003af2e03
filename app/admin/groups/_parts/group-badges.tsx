import { Badge } from '#app/_ui/text/badge.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface GroupBadgesProps {
  readonly group: { readonly includeInIdToken: boolean; readonly includeInAccessToken: boolean }
}

/** The kinds of tokens that include a group. */
export async function GroupBadges({ group }: GroupBadgesProps) {
  const t = await pageTexts()
  return (
    <>
      {group.includeInIdToken && <Badge>{t('console.attributes.id_token')}</Badge>}
      {group.includeInAccessToken && <Badge>{t('console.attributes.access_token')}</Badge>}
    </>
  )
}
