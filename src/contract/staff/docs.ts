import { type DocsOf, EXAMPLE_PROPERTY, EXAMPLE_RIDE } from '#contract/kit/endpoint-docs.ts'
import { team as text } from '#messages/admin/team.ts'
import { me } from './me.ts'
import { member } from './team.ts'
import { today } from './today.ts'

const exampleProperty = { id: 'palm-grove', name: EXAMPLE_PROPERTY.name }

const exampleMe = {
  daily_mail: true,
  email: 'ravi@demo.test',
  id: 'a1f0c2d94b7e4c18',
  name: 'Ravi Kumar',
  properties: [exampleProperty],
  role: 'caretaker' as const,
  sends_mail: true,
  tell_trouble: true
}

const exampleMember = {
  email: 'ravi@demo.test',
  id: exampleMe.id,
  link_until: '2026-06-16T13:30:00.000Z',
  name: exampleMe.name,
  properties: exampleMe.properties,
  role: exampleMe.role
}
const exampleInvited = {
  link: 'https://scooters.example.in/auth/reset?portal=invitation#q0Yw1jq9…',
  member: exampleMember
}
const exampleChange = { name: exampleMember.name, property_ids: [exampleProperty.id], role: exampleMember.role }

export const components = { Me: me, Member: member, Today: today }

export const docs: DocsOf<'staff'> = {
  getMe: { response: exampleMe, summary: 'Get the role and the properties of the signed-in admin' },
  getToday: {
    response: {
      day: '2026-06-15',
      has_more: false,
      maintenance: [{ id: 'ather-450x-a2', name: 'Ather 450X · A2' }],
      pin_changes: [],
      problems: [],
      property_id: exampleProperty.id,
      property_name: exampleProperty.name,
      rides: [
        {
          end_time: EXAMPLE_RIDE.end_time,
          id: '7c1e5a90b2d84f63',
          return_photo_id: null,
          returned_at: null,
          scooter_id: 'ather-450x-a1',
          scooter_name: EXAMPLE_RIDE.scooter_name,
          start_time: EXAMPLE_RIDE.start_time,
          user_name: EXAMPLE_RIDE.user_name,
          user_phone: '+91 98450 11223'
        }
      ]
    },
    summary: 'Get the day of a property: rides, PINs to change, scooters in Maintenance'
  },
  inviteMember: {
    refusals: ['already_in_team', 'too_many_requests'],
    request: { ...exampleChange, email: exampleMember.email },
    response: exampleInvited,
    summary: 'Invite somebody to the team'
  },
  listTeam: { response: [{ ...exampleMember, link_until: null }], summary: 'List the team' },
  removeMember: {
    refusals: ['member_not_found', 'own_account'],
    response: { message: text.deleted },
    summary: 'Remove somebody from the team'
  },
  renewInvitation: {
    refusals: ['already_joined', 'member_not_found', 'too_many_requests'],
    response: exampleInvited,
    summary: 'Make a new link for somebody who has not joined'
  },
  updateMe: {
    request: { daily_mail: true },
    response: exampleMe,
    summary: 'Choose the emails to the signed-in admin'
  },
  updateMember: {
    refusals: ['member_not_found', 'own_account'],
    request: exampleChange,
    response: exampleMember,
    summary: 'Change the name, role and properties of a team member'
  }
}
