"""What speaks HTTP: pages, files, sockets and their guards."""
