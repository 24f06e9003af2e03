import type { ReactNode } from 'react'
import { AboutSomebodyElse } from '../../_console/autofill.tsx'

/** Around the pages of users: what an administrator types there is not about the administrator. */
export default function UsersLayout({ children }: { readonly children: ReactNode }) {
  return <AboutSomebodyElse>{children}</AboutSomebodyElse>
}
