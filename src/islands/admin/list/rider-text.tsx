import { EmailText } from './email-text.tsx'

/** A rider's name with the email, because names are not unique. */
export function RiderText({ user_email, user_name }: { user_email: string; user_name: string }) {
  return (
    <span className="grid lg:min-w-36">
      <span className="font-semibold">{user_name}</span>
      <span className="caption">
        <EmailText email={user_email} />
      </span>
    </span>
  )
}
