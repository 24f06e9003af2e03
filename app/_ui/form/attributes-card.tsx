import { Plus, Tags } from 'lucide-react'
import Link from 'next/link'
import { Panel } from '#app/_ui/layout/panel.tsx'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { AttributeRow, type ListedAttribute } from './attribute-row.tsx'

interface AttributesCardProps {
  readonly title: string
  readonly intro: string
  /** Explains attributes when the list is empty. */
  readonly noneHint: string
  readonly attributes: readonly ListedAttribute[]
  readonly mayEdit: boolean
  /** Address of the list; the pages to add and to edit are below it. */
  readonly address: string
  /** Query of the pages below the list. */
  readonly suffix?: string
}

/** The attributes of a user or a group, with the controls to change them. */
export async function AttributesCard(props: AttributesCardProps) {
  const { title, intro, noneHint, attributes, mayEdit, address, suffix = '' } = props
  const t = await pageTexts()
  const add = mayEdit && (
    <Link
      id="add-attribute"
      href={`${address}/add${suffix}`}
      prefetch={false}
      className="btn btn-sm"
    >
      <Plus aria-hidden="true" />
      {t('users.attributes.add')}
    </Link>
  )
  const isEmpty = attributes.length === 0
  return (
    <Panel title={title} intro={intro} id="attributes" actions={!isEmpty && add} flush>
      {isEmpty ? (
        <EmptyState icon={Tags} title={t('users.attributes.none')} text={noneHint}>
          {add}
        </EmptyState>
      ) : (
        <ul className="ui-rows">
          {attributes.map((attribute) => (
            <AttributeRow
              key={attribute.id}
              attribute={attribute}
              change={
                mayEdit
                  ? {
                      address: `${address}/edit/${attribute.id}${suffix}`,
                      remove: `${address}/submit/remove/${attribute.id}`,
                    }
                  : null
              }
            />
          ))}
        </ul>
      )}
    </Panel>
  )
}
