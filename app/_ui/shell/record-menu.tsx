import { Ellipsis, Trash2 } from 'lucide-react'
import Link from 'next/link'
import type { ReactNode } from 'react'
import { CopyId } from '#app/_ui/list/copy-id.tsx'
import { ClientTexts } from '#app/_ui/text/client-texts.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'

interface RecordMenuProps {
  /** Names the record. */
  readonly name: string
  readonly copied: string
  /** The page that deletes it; null for a visitor who may not. */
  readonly deletion: string | null
  /** Further links. */
  readonly children?: ReactNode
}

/** The rarely used acts on a record, at the end of its header. */
export async function RecordMenu({ name, copied, deletion, children }: RecordMenuProps) {
  const t = await pageTexts()
  return (
    <>
      <button
        id="record-more"
        type="button"
        popoverTarget="record-menu"
        className="btn btn-sm btn-square"
        aria-label={t('list.more_for', { name })}
      >
        <Ellipsis aria-hidden="true" />
      </button>
      <div id="record-menu" popover="auto" className="ui-menu">
        <ClientTexts areas={['list']}>
          <CopyId value={copied} />
        </ClientTexts>
        {children}
        {deletion && (
          <>
            <hr />
            <Link href={deletion} prefetch={false} className="danger">
              <Trash2 aria-hidden="true" />
              {t('console.delete')}…
            </Link>
          </>
        )}
      </div>
    </>
  )
}
