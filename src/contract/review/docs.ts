import { type DocsOf, EXAMPLE_CREATED_AT, EXAMPLE_RIDE } from '#contract/kit/endpoint-docs.ts'
import { exampleProfile, exampleRider } from '#contract/riders/docs.ts'
import { riderFile, riderNote, waitingLicence } from './review.ts'

export const components = { RiderFile: riderFile, RiderNote: riderNote, WaitingLicence: waitingLicence }

const exampleNote = {
  admin_name: 'Nandini Shetty',
  created_at: EXAMPLE_CREATED_AT,
  id: '0b8f6d1c0b8f6d1c0b8f6d1c0b8f6d1c',
  kind: 'phone' as const,
  text: exampleProfile.phone
}

const exampleFile = {
  ...exampleRider,
  bookings: 12,
  date_of_birth: exampleProfile.date_of_birth,
  is_license_waiting: true,
  is_suspended: false,
  license_expires_on: null,
  license_reason: null,
  license_status: 'unreviewed' as const,
  notes: [exampleNote],
  revision: 1,
  rides: [{ end_time: EXAMPLE_RIDE.end_time, is_elsewhere: false, needs_license: true, refund: 150 }],
  same_phone: [{ is_suspended: true, name: 'Dev Malhotra' }]
}

export const docs: DocsOf<'review'> = {
  listLicences: {
    response: [
      {
        id: exampleRider.id,
        license_status: 'unreviewed',
        name: exampleRider.name,
        next_ride: EXAMPLE_RIDE.start_time,
        property_id: exampleRider.property_id,
        property_name: exampleRider.property_name,
        waits_since: EXAMPLE_CREATED_AT
      }
    ],
    summary: 'List the licences to review'
  },
  getRiderFile: {
    response: exampleFile,
    summary: 'Get a rider with the licence, the rides ahead and the notes'
  },
  decideLicence: {
    refusals: ['amount_changed', 'payment_disputed', 'rider_changed'],
    request: { decision: 'approve', expires_on: '2031-03-12', refund: 0, revision: 1 },
    response: exampleFile,
    summary: 'Approve or reject a licence'
  },
  setSuspension: {
    refusals: ['amount_changed', 'payment_disputed', 'rider_changed'],
    request: { is_suspended: true, reason: 'Rode with a second person', refund: 150 },
    response: { ...exampleFile, is_suspended: true, rides: [] },
    summary: 'Suspend a rider, or lift the suspension'
  },
  addRiderNote: {
    refusals: ['rider_changed'],
    request: { id: exampleNote.id, kind: 'phone', text: exampleNote.text },
    response: exampleNote,
    summary: 'Add a note about a rider'
  }
}
