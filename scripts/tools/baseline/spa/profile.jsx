import { Save } from 'lucide-react'
import { useState } from 'react'
import { api, ask } from './api.js'
import { Field, Select, Spinner, Trouble, useAnswer } from './kit.jsx'

async function loadProfile() {
  const [profile, properties] = await Promise.all([ask('/profile'), ask('/properties')])
  return { profile, properties }
}

export function Profile() {
  const { error, loaded } = useAnswer(loadProfile)
  if (error) return <Trouble error={error} />
  if (!loaded) return <Spinner />
  return <Form {...loaded} />
}

function Form({ profile, properties }) {
  const [property_id, setProperty] = useState(profile.property_id)
  const [saved, setSaved] = useState(false)

  async function save(event) {
    event.preventDefault()
    await api.put('/profile', { ...Object.fromEntries(new FormData(event.currentTarget)), property_id })
    setSaved(true)
  }

  return (
    <main className="page">
      <form className="wrapper card grid gap-4 p-5" onSubmit={save}>
        <h1>Profile Settings</h1>
        <Field defaultValue={profile.name} label="Full Name" name="name" />
        <Field defaultValue={profile.email} label="Email" name="email" type="email" />
        <Field defaultValue={profile.phone} label="Phone Number" name="phone" type="tel" />
        <Field defaultValue={profile.date_of_birth} label="Date of Birth" name="date_of_birth" type="date" />
        <Select
          label="Property"
          onChange={setProperty}
          options={properties.map(({ id, name }) => ({ label: name, value: id }))}
          value={property_id}
        />
        <button className="btn btn-primary" type="submit">
          <Save size={20} />
          {saved ? 'Saved' : 'Save Changes'}
        </button>
      </form>
    </main>
  )
}
