import type { ReactNode } from 'react'

/** Above a list: its search, and what else chooses or exports its entries. */
export function Toolbar({ children }: { readonly children: ReactNode }) {
  return <div className="ui-toolbar">{children}</div>
}
