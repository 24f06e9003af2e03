import { KeyRound } from 'lucide-react'
import Link from 'next/link'
import { permissionChoices } from '#app/_ui/form/permission-choice.ts'
import { EmptyState } from '#app/_ui/list/empty-state.tsx'
import { permissionDescription } from '#app/_ui/text/built-in-texts.ts'
import { pageTexts } from '#app/_ui/text/texts.ts'
import type { PermissionPageData } from './permission-page-data.ts'
import type { PermissionRecord } from './resource-page-data.ts'
import { sectionAddress } from './section-address.ts'

/** Chooses the page's permission, which is in the address. */
export async function PermissionSelect({ data }: { readonly data: PermissionPageData }) {
  const t = await pageTexts()
  const { permission } = data
  const choices = permissionChoices(t, data.permissions)
  return (
    <form className="mb-5 flex max-w-2xl flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1">
        <label htmlFor="permission" className="ui-label mb-1.5">
          {t('console.permissions.permission')}
        </label>
        <select
          key={permission?.id}
          id="permission"
          name="permission"
          defaultValue={permission?.id}
          // Identifiers are left to right, even in Arabic.
          dir="ltr"
          className="select"
        >
          {choices.map(({ id, name, description }) => (
            <option key={id} value={id} title={description || undefined}>
              {name}
            </option>
          ))}
        </select>
      </div>
      <button id="show" type="submit" className="btn">
        {t('resources.show')}
      </button>
    </form>
  )
}

interface PermissionIntroProps {
  readonly permission: PermissionRecord
  readonly text: string
}

/** The permission's description, and the page's text about its holders. */
export async function PermissionIntro({ permission, text }: PermissionIntroProps) {
  const description = permissionDescription(await pageTexts(), permission)
  return (
    <>
      {description && (
        <div className="text-ink [overflow-wrap:anywhere]">
          <bdi>{description}</bdi>
        </div>
      )}
      {text}
    </>
  )
}

/** Replaces the list of holders if the resource has no permission. */
export async function NoPermissions({ data }: { readonly data: PermissionPageData }) {
  const t = await pageTexts()
  return (
    <EmptyState
      icon={KeyRound}
      title={t('resources.permissions.none')}
      text={t('resources.permissions.none_hint')}
    >
      <Link
        href={sectionAddress(data.resource.id, 'permissions')}
        prefetch={false}
        className="btn btn-sm"
      >
        {t('resources.permissions.add')}
      </Link>
    </EmptyState>
  )
}
