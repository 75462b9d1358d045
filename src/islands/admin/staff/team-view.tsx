import type { Member } from '#contract/staff/team.ts'
import { ROLES, type Role } from '#domain/admin/roles.ts'
import { whatsAppUrl } from '#domain/routes.ts'
import { dayOf, dayText, parseInstant, timeText } from '#domain/time/india-time.ts'
import { CheckboxGroup } from '#islands/admin/crud/crud-fields.tsx'
import { CrudTab } from '#islands/admin/crud/crud-tab.tsx'
import { EmailText, RowButton } from '#islands/admin/list/cells.tsx'
import type { Column } from '#islands/admin/list/list-panel.tsx'
import { Button, LinkButton } from '#islands/ui/controls/button.tsx'
import { SelectField, TextField } from '#islands/ui/controls/field.tsx'
import { Modal, ModalButtons } from '#islands/ui/feedback/modal.tsx'
import { useFormField, useStore } from '#islands/ui/hooks/use-store.tsx'
import { views } from '#messages/admin/dashboard.ts'
import * as lists from '#messages/admin/lists.ts'
import * as messages from '#messages/admin/team.ts'
import * as labels from '#messages/labels.ts'
import { $propertyOptions } from '#stores/admin/catalogue/property-lists.ts'
import {
  $invitation,
  $renewingIds,
  closeInvitation,
  copyLink,
  isLinkValid,
  renewLink,
  team,
  teamCrud,
  toggleProperty
} from '#stores/admin/staff/team.ts'
import { $me } from '#stores/session/me.ts'

const { link, team: text } = messages

const untilText = (iso: string) => lists.dayAndTime(dayText(dayOf(parseInstant(iso))), timeText(parseInstant(iso)))

function statusOf(member: Member, now: Date): string {
  if (member.link_until === null) return text.joined
  return isLinkValid(member, now) ? messages.invitedUntil(untilText(member.link_until)) : text.linkExpired
}

const COLUMNS: readonly Column<Member>[] = [
  {
    cell: ({ email, name }) => (
      <span className="text-lines">
        <span className="font-semibold">{name}</span>
        <span className="caption">
          <EmailText email={email} />
        </span>
      </span>
    ),
    heading: text.name,
    layout: 'main'
  },
  {
    cell: ({ properties, role }) =>
      messages.roleAndProperties(
        role,
        properties.map(({ name }) => name)
      ),
    heading: text.role
  },
  { cell: (member, now) => <span className="numeric">{statusOf(member, now)}</span>, heading: text.status }
]

function MemberForm() {
  const row = useStore(teamCrud.$editedRow)
  const email = useFormField(teamCrud, 'email')
  const role = useFormField(teamCrud, 'role')
  const properties = useFormField(teamCrud, 'property_ids')
  const options = useStore($propertyOptions) ?? []
  return (
    <>
      <TextField {...useFormField(teamCrud, 'name')} autoComplete="off" label={text.name} required />
      {row === null && (
        <TextField {...email} autoComplete="off" inputMode="email" label={text.email} required type="email" />
      )}
      <SelectField {...role} hint={messages.ROLE_TEXTS[role.value as Role]} label={text.role}>
        {ROLES.map(each => (
          <option key={each} value={each}>
            {messages.ROLE_NAMES[each]}
          </option>
        ))}
      </SelectField>
      {role.value !== 'owner' && (
        <CheckboxGroup
          {...properties}
          label={text.properties}
          onToggle={toggleProperty}
          options={options.map(({ id, name }) => ({ label: name, value: id }))}
        />
      )}
    </>
  )
}

function NewLinkButton({ member }: { member: Member }) {
  const isBusy = useStore($renewingIds).includes(member.id)
  if (member.link_until === null) return null
  return (
    <RowButton
      isBusy={isBusy}
      kind="ghost"
      label={text.newLink}
      onClick={() => void renewLink(member)}
      row={member.name}
    />
  )
}

/** The link of an invitation. It is shown only now. */
function InvitationDialog() {
  const invitation = useStore($invitation)
  const me = useStore($me)
  const sendsMail = typeof me === 'object' && me?.sends_mail
  return (
    <Modal isOpen={invitation !== null} onClose={closeInvitation} title={link.title}>
      {invitation && (
        <>
          <p>{messages.sendLink(invitation.member.name, untilText(invitation.member.link_until ?? ''))}</p>
          <p className="numeric rounded-slot bg-bg p-3 wrap-anywhere select-all">{invitation.link}</p>
          {sendsMail && <p className="caption">{link.mailed}</p>}
          <ModalButtons>
            <Button kind="secondary" onClick={closeInvitation}>
              {labels.close}
            </Button>
            <LinkButton
              href={whatsAppUrl('', messages.linkMessage(invitation.member.name, invitation.link))}
              isNewTab
              kind="secondary"
            >
              {link.send}
            </LinkButton>
            <Button onClick={() => void copyLink()}>{link.copy}</Button>
          </ModalButtons>
        </>
      )}
    </Modal>
  )
}

/** Who may use the portal. */
export function TeamView() {
  const me = useStore($me)
  const isMyself = ({ id }: Member) => typeof me === 'object' && me?.id === id
  return (
    <section className="grid grid-cols-[minmax(0,1fr)]">
      <h2>{views.team}</h2>
      <CrudTab
        caption={views.team}
        columns={COLUMNS}
        crud={teamCrud}
        emptyIcon="user"
        form={<MemberForm />}
        getName={({ name }) => name}
        isLocked={isMyself}
        list={team}
        messages={{ ...text, search: '', sorts: {} }}
        rowAction={member => <NewLinkButton member={member} />}
      />
      <InvitationDialog />
    </section>
  )
}
