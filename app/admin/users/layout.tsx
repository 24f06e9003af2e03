import type { ReactNode } from 'react'
import { AboutSomebodyElse } from '#app/_ui/form/autofill.tsx'

/** Marks all fields below as about another person, so that browsers do not fill in the administrator's own data. */
export default function UsersLayout({ children }: { readonly children: ReactNode }) {
  return <AboutSomebodyElse>{children}</AboutSomebodyElse>
}
