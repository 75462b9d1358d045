import type { Role } from '#domain/admin/roles.ts'
import { BRAND_NAME } from '#domain/brand/brand.ts'
import * as dashboardText from '#messages/admin/dashboard.ts'
import * as commonText from '#messages/common.ts'

// The people who run the properties, and what each role may do.

export const ROLE_NAMES: Record<Role, string> = { caretaker: 'Caretaker', manager: 'Manager', owner: 'Owner' }

export const ROLE_TEXTS: Record<Role, string> = {
  caretaker: 'Changes PINs, ends rides, and takes scooters out of service. Sees no money.',
  manager: 'Runs the properties: bookings, riders, prices, refunds.',
  owner: 'Everything, at all properties.'
}

export const members = {
  add: 'Invite somebody',
  create: 'Invite',
  created: 'Invited',
  createFailed: 'Failed to invite',
  deleted: 'Removed from the team',
  deleteFailed: 'Failed to remove',
  deleteQuestion: (name: string) => `Remove ${name} from the team?`,
  deleteText: 'Their sessions end now. The activity log keeps what they did.',
  description: 'Who may use this portal, and for which properties.',
  edit: 'Edit team member',
  email: 'Email',
  empty: 'Only you so far',
  emptyText: 'Invite the people who run your properties.',
  name: 'Name',
  newLink: 'New link',
  newLinkFailed: 'Failed to make a new link',
  properties: 'Properties',
  remove: 'Remove',
  removing: 'Removing...',
  role: 'Role',
  status: 'Status',
  joined: 'Joined',
  linkExpired: 'Link expired',
  updated: 'Saved',
  updateFailed: 'Failed to save'
} as const

export const roleAndProperties = (role: Role, properties: readonly string[]) =>
  commonText.joinFacts(ROLE_NAMES[role], properties.join(', '))

/** The activity log's detail: 'caretaker, 2 properties' */
export function roleDetail(role: Role, properties: number): string {
  if (role === 'owner') return role
  return `${role}, ${properties === 1 ? '1 property' : `${properties} properties`}`
}

/** `until` is a time with its day. */
export const invitedUntil = (until: string) => `Invited until ${until}`
export const renewPins = (name: string) => `Renew the PINs that ${name} could read`

export const invitation = {
  title: 'Invitation',
  copy: 'Copy link',
  copied: dashboardText.linkCopied,
  copyByHand: 'Mark the link and copy it.',
  send: 'WhatsApp',
  mailed: 'It is also on its way by email.'
} as const

/** `until` is a time with its day. */
export const sendLink = (name: string, until: string) => `Send ${name} this link. It works once, until ${until}.`

/** The chat that sends the link. */
export const linkMessage = (name: string, url: string) => `Hello ${name}, join ${BRAND_NAME} with this link: ${url}`

// API responses about the team.

/** 'Removed from the team. 7 PINs wait to be changed.' */
export function memberRemoved(pins: number): string {
  if (pins === 0) return members.deleted
  return `${members.deleted}. ${pins === 1 ? '1 PIN waits' : `${pins} PINs wait`} to be changed.`
}

export const roleRequired = 'Choose a role'
export const propertiesRequired = 'Choose at least one property'
export const alreadyInTeam = 'This email is already in the team'
export const alreadyJoined = 'They have joined. For a new link, remove them and invite them again.'
export const memberNotFound = 'Team member not found'
export const ownAccount = 'Ask another owner to change your account'
