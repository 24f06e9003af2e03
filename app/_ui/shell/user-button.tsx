import { ChevronsUpDown } from 'lucide-react'
import { pageTexts } from '#app/_ui/text/texts.ts'
import { OwnAvatar } from './own-avatar.tsx'
import { ownPerson } from './own-person.ts'
import { userMenuId } from './user-menu.tsx'

/** Opens the visitor's menu from the foot of the rail. */
export async function UserButton({ id }: { readonly id: string }) {
  const t = await pageTexts()
  const person = await ownPerson()
  return (
    <button
      id={id}
      type="button"
      popoverTarget={userMenuId}
      className="ui-rail-user"
      title={person?.email}
    >
      <OwnAvatar />
      <span className="min-w-0 grow leading-4">
        <b className="block truncate font-semibold">
          <bdi>{person?.name || person?.email || t('shell.your_account')}</bdi>
        </b>
        {person?.name && (
          <span className="block truncate text-subtle text-xs" dir="ltr">
            {person.email}
          </span>
        )}
        <span className="sr-only"> ({t('shell.user_menu')})</span>
      </span>
      <ChevronsUpDown aria-hidden="true" />
    </button>
  )
}

/** The same in the bar of a narrow window. */
export async function UserAvatarButton() {
  const t = await pageTexts()
  return (
    <button
      id="user-avatar"
      type="button"
      popoverTarget={userMenuId}
      className="grid size-11 shrink-0 cursor-pointer place-items-center rounded-full lg:hidden print:hidden"
    >
      <OwnAvatar />
      <span className="sr-only">{t('shell.user_menu')}</span>
    </button>
  )
}
