import { redirect } from 'next/navigation'

/** The account begins with the profile. */
export default function AccountPage() {
  redirect('/account/profile')
}
