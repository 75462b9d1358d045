import { LogOut, Menu, Ticket, User } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link, Outlet, Route, Routes } from 'react-router'
import { Toaster } from 'sonner'
import { Admin } from './admin.jsx'
import { SignIn } from './auth.jsx'
import { Booking } from './booking.jsx'
import { Home } from './home.jsx'
import { MyBookings } from './my-bookings.jsx'
import { Profile } from './profile.jsx'

function Bar() {
  return (
    <>
      <header className="sticky top-0 z-20 border-b border-line bg-surface">
        <div className="wrap flex h-[60px] items-center gap-2">
          <Link className="mr-auto" to="/">
            ScootStay
          </Link>
          <DropdownMenu.Root>
            <DropdownMenu.Trigger aria-label="Menu" className="btn btn-icon">
              <Menu size={20} />
            </DropdownMenu.Trigger>
            <DropdownMenu.Portal>
              <DropdownMenu.Content className="card">
                <DropdownMenu.Item asChild>
                  <Link to="/my-bookings">
                    <Ticket size={20} /> My Bookings
                  </Link>
                </DropdownMenu.Item>
                <DropdownMenu.Item asChild>
                  <Link to="/profile">
                    <User size={20} /> Profile
                  </Link>
                </DropdownMenu.Item>
                <DropdownMenu.Item>
                  <LogOut size={20} /> Logout
                </DropdownMenu.Item>
              </DropdownMenu.Content>
            </DropdownMenu.Portal>
          </DropdownMenu.Root>
        </div>
      </header>
      <Outlet />
    </>
  )
}

createRoot(document.querySelector('#root')).render(
  <>
    <BrowserRouter>
      <Routes>
        <Route element={<SignIn />} path="/auth" />
        <Route element={<SignIn admin />} path="/admin/auth" />
        <Route element={<Bar />}>
          <Route element={<Home />} path="/" />
          <Route element={<Booking />} path="/booking/:scooterId" />
          <Route element={<MyBookings />} path="/my-bookings" />
          <Route element={<Profile />} path="/profile" />
          <Route element={<Admin />} path="/admin" />
        </Route>
      </Routes>
    </BrowserRouter>
    <Toaster visibleToasts={3} />
  </>
)
