import { ArrowLeft, Camera, LogIn } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { api, ask, uploadPhoto } from './api.js'
import { Field, Select, useAnswer } from './kit.jsx'

function useForm(send) {
  const [state, setState] = useState({ busy: false, refusal: null })
  const submit = async event => {
    event.preventDefault()
    const fields = Object.fromEntries(new FormData(event.currentTarget))
    setState({ busy: true, refusal: null })
    await send(fields).then(
      () => setState({ busy: false, refusal: null }),
      error => setState({ busy: false, refusal: error.response?.data?.detail ?? error.message })
    )
  }
  return { ...state, submit }
}

export function SignIn({ admin = false }) {
  const navigate = useNavigate()
  const { busy, refusal, submit } = useForm(async fields => {
    const { data } = await api.post(admin ? '/admin/auth/signin' : '/auth/signin', fields)
    localStorage.setItem('token', data.access_token)
    navigate(admin ? '/admin' : '/')
  })
  const [signingUp, setSigningUp] = useState(false)
  if (signingUp) return <SignUp onBack={() => setSigningUp(false)} />
  return (
    <main className="page">
      <div className="wrap grid max-w-[528px] gap-5 pt-4">
        <h1>{admin ? 'Admin Portal (Scooter Management System)' : 'Sign In'}</h1>
        <p className="lead">The scooter downstairs, by the hour.</p>
        <form className="grid gap-4" noValidate onSubmit={submit}>
          <Field autoComplete="username" label={admin ? 'Admin Email' : 'Email'} name="email" type="email" />
          <Field autoComplete="current-password" label="Password" name="password" type="password" />
          {refusal && <p role="alert">{refusal}</p>}
          <button className="btn btn-primary" disabled={busy} type="submit">
            <LogIn size={20} />
            {busy ? 'Signing In...' : 'Sign In'}
          </button>
        </form>
        {admin ? (
          <Link className="btn" to="/auth">
            <ArrowLeft size={20} />
            Back to User Login
          </Link>
        ) : (
          <button className="btn" onClick={() => setSigningUp(true)} type="button">
            Create Account
          </button>
        )}
      </div>
    </main>
  )
}

function SignUp({ onBack }) {
  const navigate = useNavigate()
  const { loaded: properties } = useAnswer(ask, '/properties')
  const [property_id, setProperty] = useState('')
  const { busy, refusal, submit } = useForm(async ({ photo, ...fields }) => {
    const license_photo_url = await uploadPhoto(photo)
    const { data } = await api.post('/auth/signup', { ...fields, license_photo_url, property_id })
    localStorage.setItem('token', data.access_token)
    navigate('/')
  })
  const options = (properties ?? []).map(({ id, location, name }) => ({ label: `${name} - ${location}`, value: id }))
  return (
    <main className="page">
      <form className="wrap grid gap-4" noValidate onSubmit={submit}>
        <h1>Create Account</h1>
        <Field label="Full Name" name="name" />
        <Field label="Email" name="email" type="email" />
        <Field label="Phone Number" name="phone" type="tel" />
        <Field label="Date of Birth" name="date_of_birth" type="date" />
        <Field label="Password" name="password" type="password" />
        <Select label="Choose your property" onChange={setProperty} options={options} value={property_id} />
        <label className="btn">
          <Camera size={20} /> Driver's licence photo <input accept="image/*" name="photo" type="file" />
        </label>
        {refusal && <p role="alert">{refusal}</p>}
        <button className="btn btn-primary" disabled={busy} type="submit">
          Create Account
        </button>
        <button className="btn" onClick={onBack} type="button">
          Already have an account?
        </button>
      </form>
    </main>
  )
}
