import { redirect } from 'next/navigation'

/** The administration begins with the dashboard. */
export default function AdminPage() {
  redirect('/admin/dashboard')
}
