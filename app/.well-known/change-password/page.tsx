import { redirect } from 'next/navigation'

/** Password managers open this address to find the password form (A Well-Known URL for Changing Passwords). */
export default function ChangePassword() {
  redirect('/account/change-password')
}
